/** The entries of `allow`: which hosts, at which ports. */
import { isIP } from "node:net";

export interface HostRule {
  /** As it was written. */
  readonly text: string;
  /** As addresses spell it; `*` for every public one. */
  readonly host: string;
  /** The hosts below it instead. */
  readonly isBelow: boolean;
  /** Absent for that of the protocol, 80 or 443. */
  readonly port?: string;
}

/** @returns What is wrong with it, as a text, where it could never fit an address. */
export function parseHostRule(text: string): HostRule | string {
  if (text === "*") return { text, host: "*", isBelow: false };
  const whole = isIP(text) === 6 ? `[${text}]` : text;
  const [, star = "", name = "", port] = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(whole) ?? [];
  if (name === "*") return `has "${text}": every host is "*", at 80 and 443 only; for another port name the hosts`;
  if (
    /[\s/\\@?#%]/.test(text) ||
    name.includes("*") ||
    !URL.canParse(`http://${name}`) ||
    (star !== "" && isAddress(name))
  )
    return `has "${text}", which fits no host: write example.com, *.example.com, an address, or * for all`;
  if (port !== undefined && !(/^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536))
    return `has "${text}", whose port is no number from 1 to 65535`;
  const { hostname } = new URL(`http://${name}`);
  return { text, host: hostname, isBelow: star !== "", ...(port !== undefined && { port }) };
}

/** Whether it spells the host out, at this or any other port. `*` spells out none. */
export function namesHost({ host, isBelow }: HostRule, { hostname }: URL): boolean {
  return isBelow ? hostname.endsWith(`.${host}`) : hostname === host;
}

export function fitsPort({ port }: HostRule, url: URL): boolean {
  return port === undefined ? url.port === "" : port === (url.port || (url.protocol === "https:" ? "443" : "80"));
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}
