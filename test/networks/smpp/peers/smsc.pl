# An SMSC on Net::SMPP for one session: answers with hexadecimal ids, sends receipts with the same ids as decimal numbers
# with zeros in front, and one message in two parts and one in Arabic. Prints each message it gets: data_coding and octets.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
alarm 180;
my $listen = Net::SMPP->new_listen('127.0.0.1', port => shift, smpp_version => 0x34) or die "cannot listen: $!";
print "ready\n";
my $smpp = $listen->accept or die "nobody came";
my $id = 0xabc000;

sub deliver {
    my (%fields) = @_;
    $smpp->deliver_sm(
        async => 1, source_addr_ton => 1, source_addr_npi => 1, source_addr => '12025550123',
        dest_addr_ton => 5, dest_addr_npi => 0, destination_addr => 'Shop', %fields);
}

while (my $pdu = $smpp->read_pdu) {
    if ($pdu->{cmd} == Net::SMPP::CMD_bind_transceiver) {
        $smpp->bind_transceiver_resp(seq => $pdu->{seq}, status => 0, system_id => 'perl');
        deliver(esm_class => 0x40, data_coding => 0, short_message => "\x05\x00\x03\x07\x02\x02two parts");
        deliver(esm_class => 0x40, data_coding => 0, short_message => "\x05\x00\x03\x07\x02\x01one of ");
        deliver(data_coding => 8, short_message => "\x06\x33\x06\x39\x06\x31");
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_submit_sm) {
        my $octets = defined $pdu->{message_payload} ? $pdu->{message_payload} : $pdu->{short_message};
        print "$pdu->{data_coding} ", unpack('H*', $octets), "\n";
        $smpp->submit_sm_resp(seq => $pdu->{seq}, status => 0, message_id => sprintf('%x', ++$id));
        deliver(esm_class => 0x04, short_message =>
            sprintf('id:%015d sub:001 dlvrd:001 submit date:2611211920 done date:2611211921 stat:DELIVRD err:000 text:', $id));
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_enquire_link) {
        $smpp->enquire_link_resp(seq => $pdu->{seq}, status => 0);
    } elsif ($pdu->{cmd} == Net::SMPP::CMD_unbind) {
        $smpp->unbind_resp(seq => $pdu->{seq}, status => 0);
        last;
    }
}
