# A client on Net::SMPP: binds, submits a text and an Arabic one, prints the responses and the receipts, and unbinds.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
alarm 120;
my ($smpp, $bound) = Net::SMPP->new_transceiver(
    '127.0.0.1', port => shift, system_id => 'shop01', password => 'secret01', smpp_version => 0x34)
    or die "cannot bind";
print "bind $bound->{status}\n";
my %fields = (
    source_addr_ton => 5, source_addr_npi => 0, source_addr => 'Shop',
    dest_addr_ton => 1, dest_addr_npi => 1, destination_addr => '12025550123', registered_delivery => 1);
$smpp->submit_sm(%fields, async => 1, short_message => 'Hello');
$smpp->submit_sm(%fields, async => 1, data_coding => 8, short_message => "\x06\x33\x06\x39\x06\x31");
for (my $receipts = 0; $receipts < 2;) {
    my $pdu = $smpp->read_pdu or die "the server has gone";
    if ($pdu->{cmd} == Net::SMPP::CMD_deliver_sm) {
        $smpp->deliver_sm_resp(seq => $pdu->{seq}, status => 0, message_id => '');
        print "receipt $pdu->{esm_class} $pdu->{short_message}\n";
        $receipts++;
    } else {
        print "response $pdu->{status} $pdu->{message_id}\n";
    }
}
my $unbound = $smpp->unbind;
print "unbind $unbound->{status}\n";
