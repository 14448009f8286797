//! Reads a message of SNMP, shortens it, and writes it in two sets of rules.

mod snmp;

fn shorten(octets: &[u8]) -> Result<(Vec<u8>, Vec<u8>), wireglot_rt::Fault> {
    let mut message = snmp::ber::decode_message(octets)?;
    println!("version {:?}, community {}", message.version.to_i64(), String::from_utf8_lossy(&message.community));
    if let snmp::PDUs::Response(pdu) = &mut message.data {
        for binding in &pdu.variable_bindings {
            println!("{}", binding.name);
        }
        pdu.variable_bindings.truncate(1);
    }
    let ber = snmp::ber::encode_message(&message)?;
    let uper = snmp::uper::encode_message(&message)?;
    Ok((ber, uper))
}

fn main() {
    let hex = std::env::args().nth(1).unwrap_or_default();
    let octets: Vec<u8> =
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap_or(0)).collect();
    match shorten(&octets) {
        Ok((ber, uper)) => println!("{} bytes in BER, {} in UPER", ber.len(), uper.len()),
        Err(fault) => println!("{fault}"),
    }
}
