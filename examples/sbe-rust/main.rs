//! Writes an order, reads it in another order, and shows it as JSON.
//!
//!     wireglot gen rust orders.xml -o .
//!     rustc --edition 2021 main.rs -o orders && ./orders

mod orders;
mod wireglot_sbe;

use orders::{Flags, Message, Order, OrderPartsWriter, OrderWriter, Side};

fn write(buffer: &mut [u8]) -> Result<usize, wireglot_sbe::Error> {
    let mut order = OrderWriter::new(buffer);
    order.id(42).symbol("ACME").side(Side::BUY).size(Some(300)).flags(Flags::default().with_test(true));
    order.price().mantissa(Some(12_345));
    let mut parts = order.parts(2);
    parts.add().account(7).size(150).note("first");
    parts.add().account(8).size(150);
    order.text("thanks");
    order.finish()
}

/// Sets fields of the order that is there, and of its first part.
fn edit(octets: &mut [u8]) -> Result<(), wireglot_sbe::Error> {
    let view = Order::wrap(octets)?;
    let (order, part) = (view.place(), view.parts().advance().map(|part| part.place()));
    let mut writer = OrderWriter::edit(octets, order);
    writer.size(Some(310));
    if let Some(part) = part {
        OrderPartsWriter::edit(&mut writer, part).size(160);
    }
    writer.status()
}

fn main() -> Result<(), wireglot_sbe::Error> {
    let mut buffer = [0; 256];
    let size = write(&mut buffer)?;
    let octets = buffer.get(..size).unwrap_or_default();

    let order = Order::wrap(octets)?;
    println!("{}: {} for {:?}", order.text(), order.symbol(), order.price().mantissa());
    let mut parts = order.parts();
    while let Some(part) = parts.advance() {
        println!("{} {} {}", part.account(), part.size(), part.note());
    }
    order.status()?;

    let mut json = String::new();
    let _ = Message::wrap(octets)?.to_json(&mut json);
    println!("{json}");

    let mut copy = octets.to_vec();
    edit(&mut copy)?;
    json.clear();
    let _ = Message::wrap(&copy)?.to_json(&mut json);
    println!("{json}");

    // What is damaged shows as an error, and nothing that comes after it.
    let cut = Order::wrap(octets.get(..size - 3).unwrap_or_default())?;
    println!("{:?} {:?}", cut.text(), cut.status());
    Ok(())
}
