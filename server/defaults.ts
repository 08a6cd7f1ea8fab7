/** Path under which the service answers when nobody says otherwise. */
export const defaultMount = "/bms/Soap/Messenger.asmx";
