// Messages to begin with. Their files are those of the repository, and are fetched when one is chosen.
import buoy from "../../examples/bitproto/buoy.bitproto?url";
import reports from "../../examples/bitproto/reports.hex?url";
import calls from "../../examples/cdr/Calls.asn1?url";
import records from "../../examples/cdr/calls.dat?url";
import s1ap from "../../examples/s1ap/S1AP.asn1?url";
import s1apMessages from "../../examples/s1ap/messages.hex?url";
import orders from "../../examples/sbe/orders.xml?url";
import ordersMessages from "../../examples/sbe/orders.hex?url";
import certificate from "../../examples/x509/certificate.pem?url";
import type { Framing } from "./session.ts";

export interface Example {
  name: string;
  files: [string, string][];
  type: string;
  rules: string;
  data: [string, string];
  framing?: Framing;
}

export const EXAMPLES: Example[] = [
  { name: "A certificate", files: [], type: "", rules: "der", data: ["certificate.pem", certificate] },
  { name: "S1AP in aligned PER", files: [["S1AP.asn1", s1ap]], type: "S1AP-PDU", rules: "aper", data: ["messages.hex", s1apMessages] },
  { name: "Call records", files: [["Calls.asn1", calls]], type: "CallRecord", rules: "ber", data: ["calls.dat", records], framing: { skip: 16, block: 128, pad: 255 } },
  { name: "SBE: orders", files: [["orders.xml", orders]], type: "", rules: "ber", data: ["orders.hex", ordersMessages] },
  { name: "bitproto: buoy reports", files: [["buoy.bitproto", buoy]], type: "Report", rules: "ber", data: ["reports.hex", reports] },
];
