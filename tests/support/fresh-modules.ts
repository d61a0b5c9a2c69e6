/**
 * Each test file gets modules of the project that nobody has used. The process is that of the file before it, so that the
 * compiler and other packages are loaded once.
 */
import { vi } from "vitest";

vi.resetModules();
