//! Messages from network captures.

use wireglot_driver::capture::{Capture, Filter, Packing};
use wireglot_driver::forms::Form;
use wireglot_driver::inputs::{judged, OnError, Packets, Place, Settings, Stopped, Whole};
use wireglot_driver::messages::Finding;
use wireglot_driver::sources::memory::Memory;

use crate::noted::Noted;
use crate::told;

/// The payloads of packets and connections, with their records numbered consecutively.
pub fn carried(
    name: &str,
    octets: &[u8],
    settings: &Settings,
    finding: &Finding,
    noted: &mut Noted,
) -> Result<Vec<Whole>, String> {
    let packets = Packets {
        work: finding,
        packing: Packing::Raw,
        on_error: OnError::Skip,
        most: finding.reading.options.limits.total,
        jobs: 1,
        threads: Memory::new().host().threads,
        record: None,
        meta: false,
    };
    let (mut wholes, mut lost, mut number) = (Vec::new(), Noted::default(), 0);
    let mut capture = Capture::new(octets, Filter::default());
    let taken = packets.units(name, &mut capture, |unit| {
        let place = Place { packet: unit.packet, ..Place::of(name) };
        if let Some(bad) = &unit.bad {
            lost.0.push(format!("{place}: {}", told::bad(bad)));
            return Ok(());
        }
        let settings = Settings { several: unit.several, ..settings.clone() };
        let mut whole = judged(name, Form::Raw, unit.octets, &settings, finding, noted)?;
        for judged in &mut whole.records {
            number += 1;
            judged.place = place.clone();
            judged.record.number = number;
        }
        wholes.push(whole);
        Ok::<(), Stopped>(())
    });
    taken.map_err(told::stopped)?;
    let more = lost.0.len().saturating_sub(FEW);
    noted.0.extend(lost.0.into_iter().take(FEW));
    if more > 0 {
        noted.0.push(format!("and {more} more that are wrong"));
    }
    Ok(wholes)
}

/// The maximum number of packet errors reported individually.
const FEW: usize = 3;
