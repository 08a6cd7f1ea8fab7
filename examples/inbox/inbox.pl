# Prints the unread messages of the inbox, then deletes the read ones.
# Usage: perl inbox.pl ADDRESS CUSTOMER USER PASSWORD
use strict;
use warnings;
use Encode qw(decode);
use HTTP::Tiny;

my ($address, $customer, $user, $password) = @ARGV;
my $http = HTTP::Tiny->new(timeout => 30);
binmode STDOUT, ':encoding(UTF-8)';

# Calls an operation of the inbox; ends the program with the reason if the call was refused.
sub call {
    my ($operation) = @_;
    my $response = $http->post_form("$address/HTTP_InboxProcessing", {
        customerID => $customer, userName => $user, userPassword => $password,
        operation => $operation, messageId => '' });
    die "HTTP $response->{status} $response->{reason}\n" unless $response->{success};
    my ($result) = $response->{content} =~ m{<result>([^<]*)</result>};
    die "refused: $result\n" unless $result eq 'OK';
    return $response->{content};
}

for my $message (call('fetch-new') =~ m{<message .*?</message>}gs) {
    my ($from) = $message =~ m{<from>([^<]*)</from>};
    # textU is UTF-16BE in hexadecimal digits.
    my ($digits) = $message =~ m{<textU>([^<]*)</textU>};
    print "$from: ", decode('UTF-16BE', pack('H*', $digits // '')), "\n";
}
my ($deleted) = call('kill-old') =~ m{<deleted>(\d+)</deleted>};
print "$deleted deleted\n";
