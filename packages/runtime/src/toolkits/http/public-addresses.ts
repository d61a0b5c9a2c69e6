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

/** Those that carry an IPv4 address inside (mapped, translated, tunnelled) are refused whole. */
const RESERVED_6: readonly (readonly [string, number])[] = [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const reserved4 = new BlockList();
for (const [net, prefix] of RESERVED_4) reserved4.addSubnet(net, prefix, "ipv4");
const reserved6 = new BlockList();
for (const [net, prefix] of RESERVED_6) reserved6.addSubnet(net, prefix, "ipv6");

/** False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, "ipv4");
    case 6:
      return !reserved6.check(address.replace(/%.*/, ""), "ipv6");
    default:
      return false;
  }
}
