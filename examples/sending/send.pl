# Sends a message and waits for its final status, for at most a minute.
# Usage: perl send.pl ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
# KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
use strict;
use warnings;
use HTTP::Tiny;

my ($address, $customer, $user, $password, $number, $key) = @ARGV;
my $http = HTTP::Tiny->new(timeout => 30);

# Calls an operation over HTTP POST; ends the program with the reason if the call was refused.
sub call {
    my ($operation, %fields) = @_;
    my $response = $http->post_form("$address/$operation",
        { %fields, customerID => $customer, userName => $user, userPassword => $password });
    die "HTTP $response->{status} $response->{reason}\n" unless $response->{success};
    my ($result) = $response->{content} =~ m{<Result>([^<]*)</Result>};
    die "refused: $result\n" unless $result eq 'OK';
    return $response->{content};
}

my $sent = call('HTTP_SendSmsTransaction',
    originator => 'Shop', smsText => 'Your parcel is ready', recipientPhone => $number, messageType => 'Latin',
    defDate => '', blink => 'false', flash => 'false', Private => 'false', clientTransactionID => $key);
my ($transaction) = $sent =~ m{<TransactionID>([^<]*)</TransactionID>};
print "sent: $transaction\n";

for my $attempt (1 .. 12) {
    my $status = call('HTTP_GetSmsStatus', transactionID => $transaction, detailed => 'false');
    my @names = $status =~ m{<(\w+)>\d+<StatusU>}g;
    if (@names && !grep { /^(InProcessNow|SUCCESS|SMSC_DEFERRED|SMSC_ENROUTE|SMSC_ACCEPTED)$/ } @names) {
        print "final: @names\n";
        exit 0;
    }
    sleep 5;
}
print STDERR "no final status yet\n";
exit 2;
