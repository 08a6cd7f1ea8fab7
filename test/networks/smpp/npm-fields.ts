import type { Fields } from "smpp";
import type { Address, Destination, MessageFields, Pdu, Tlv } from "#server/networks/smpp/codec/pdu.js";
import { TlvTag } from "#server/networks/smpp/codec/tlv.js";

const tagNames = new Map<number, string>(Object.entries(TlvTag).map(([name, tag]) => [tag, name]));

/** Optional parameters that are octets in the other stack. */
function tlvFields(tlvs: readonly Tlv[]): Fields {
  return Object.fromEntries(tlvs.map(({ tag, value }) => [tagNames.get(tag) ?? String(tag), value]));
}

function addressFields(prefix: string, name: string, { ton, npi, address }: Address): Fields {
  return { [`${prefix}_ton`]: ton, [`${prefix}_npi`]: npi, [name]: address };
}

const sourceFields = (source: Address): Fields => addressFields("source_addr", "source_addr", source);
const destinationFields = (to: Address): Fields => addressFields("dest_addr", "destination_addr", to);

function handlingFields(body: Omit<MessageFields, "source" | "destination">): Fields {
  return {
    service_type: body.serviceType,
    esm_class: body.esmClass,
    protocol_id: body.protocolId,
    priority_flag: body.priority,
    schedule_delivery_time: body.scheduleDeliveryTime,
    validity_period: body.validityPeriod,
    registered_delivery: body.registeredDelivery,
    replace_if_present_flag: body.replaceIfPresent,
    data_coding: body.dataCoding,
    sm_default_msg_id: body.defaultMessageId,
    short_message: body.shortMessage,
    ...tlvFields(body.tlvs),
  };
}

function listed(destination: Destination): Fields {
  return "list" in destination ? { dl_name: destination.list } : destinationFields(destination);
}

/** The body of a PDU under the names of the npm package. */
export function npmFields(pdu: Pdu): Fields {
  switch (pdu.command) {
    case "bind_receiver":
    case "bind_transmitter":
    case "bind_transceiver":
      return {
        system_id: pdu.systemId,
        password: pdu.password,
        system_type: pdu.systemType,
        interface_version: pdu.interfaceVersion,
        addr_ton: pdu.addressTon,
        addr_npi: pdu.addressNpi,
        address_range: pdu.addressRange,
      };
    case "bind_receiver_resp":
    case "bind_transmitter_resp":
    case "bind_transceiver_resp":
      return { system_id: pdu.systemId, ...tlvFields(pdu.tlvs) };
    case "outbind":
      return { system_id: pdu.systemId, password: pdu.password };
    case "submit_sm":
    case "deliver_sm":
      return { ...sourceFields(pdu.source), ...destinationFields(pdu.destination), ...handlingFields(pdu) };
    case "submit_multi":
      return {
        ...sourceFields(pdu.source),
        dest_address: pdu.destinations.map(listed),
        ...handlingFields(pdu),
      };
    case "data_sm":
      return {
        service_type: pdu.serviceType,
        ...sourceFields(pdu.source),
        ...destinationFields(pdu.destination),
        esm_class: pdu.esmClass,
        registered_delivery: pdu.registeredDelivery,
        data_coding: pdu.dataCoding,
        ...tlvFields(pdu.tlvs),
      };
    case "submit_sm_resp":
    case "deliver_sm_resp":
    case "data_sm_resp":
      return { message_id: pdu.messageId, ...tlvFields(pdu.tlvs) };
    case "submit_multi_resp":
      return {
        message_id: pdu.messageId,
        unsuccess_sme: pdu.unsuccessful.map((refused) => ({
          ...destinationFields(refused),
          error_status_code: refused.status,
        })),
      };
    case "query_sm":
      return { message_id: pdu.messageId, ...sourceFields(pdu.source) };
    case "query_sm_resp":
      return {
        message_id: pdu.messageId,
        final_date: pdu.finalDate,
        message_state: pdu.messageState,
        error_code: pdu.errorCode,
      };
    case "cancel_sm":
      return {
        service_type: pdu.serviceType,
        message_id: pdu.messageId,
        ...sourceFields(pdu.source),
        ...destinationFields(pdu.destination),
      };
    case "replace_sm":
      return {
        message_id: pdu.messageId,
        ...sourceFields(pdu.source),
        schedule_delivery_time: pdu.scheduleDeliveryTime,
        validity_period: pdu.validityPeriod,
        registered_delivery: pdu.registeredDelivery,
        sm_default_msg_id: pdu.defaultMessageId,
        short_message: pdu.shortMessage,
      };
    case "alert_notification":
      return {
        ...sourceFields(pdu.source),
        ...addressFields("esme_addr", "esme_addr", pdu.esme),
        ...tlvFields(pdu.tlvs),
      };
    default:
      return {};
  }
}
