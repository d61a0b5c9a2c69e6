/** Which addresses are on the public internet: all but those that the registries keep for something else. */
import { BlockList, isIP } from "node:net";

const RESERVED_4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/**
 * Public addresses are handed out of one block only. So mapped and translated IPv4 addresses, local ones and all that is
 * not given to anybody fall out by themselves; below are the parts of the block that are kept for something else.
 */
const GLOBAL_6 = ["2000::", 3] as const;
const RESERVED_6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const reserved4 = new BlockList();
for (const [net, prefix] of RESERVED_4) reserved4.addSubnet(net, prefix, "ipv4");
const reserved6 = new BlockList();
for (const [net, prefix] of RESERVED_6) reserved6.addSubnet(net, prefix, "ipv6");
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, "ipv6");

/** False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, "ipv4");
    case 6:
      return global6.check(address.replace(/%.*/, ""), "ipv6") && !reserved6.check(address.replace(/%.*/, ""), "ipv6");
    default:
      return false;
  }
}
