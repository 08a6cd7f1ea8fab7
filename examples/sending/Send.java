import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.*;

/**
 * Sends a message and waits for its final status, for at most a minute.
 * Usage: java Send.java ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
 * KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
 */
class Send {
    static final Set<String> OPEN =
        Set.of("InProcessNow", "SUCCESS", "SMSC_DEFERRED", "SMSC_ENROUTE", "SMSC_ACCEPTED");
    static final HttpClient http = HttpClient.newHttpClient();
    static String[] account;

    /** Calls an operation over HTTP POST; ends the program with the reason if the call was refused. */
    static Document call(String operation, String... pairs) throws Exception {
        var fields = new ArrayList<>(List.of(pairs));
        fields.addAll(List.of("customerID", account[1], "userName", account[2], "userPassword", account[3]));
        var body = new StringJoiner("&");
        for (int at = 0; at < fields.size(); at += 2)
            body.add(fields.get(at) + "=" + URLEncoder.encode(fields.get(at + 1), StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create(account[0] + "/" + operation))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString())).build();
        var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) end(1, "HTTP " + response.statusCode());
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        var record = factory.newDocumentBuilder().parse(new ByteArrayInputStream(response.body()));
        var result = text(record, "Result");
        if (!result.equals("OK")) end(1, "refused: " + result);
        return record;
    }

    static String text(Document record, String name) {
        return record.getElementsByTagNameNS("*", name).item(0).getTextContent();
    }

    static void end(int code, String message) {
        System.err.println(message);
        System.exit(code);
    }

    public static void main(String[] args) throws Exception {
        account = args;
        var sent = call("HTTP_SendSmsTransaction", "originator", "Shop", "smsText", "Your parcel is ready",
            "recipientPhone", args[4], "messageType", "Latin", "defDate", "", "blink", "false", "flash", "false",
            "Private", "false", "clientTransactionID", args[5]);
        var transaction = text(sent, "TransactionID");
        System.out.println("sent: " + transaction);
        for (int attempt = 0; attempt < 12; attempt++) {
            var status = call("HTTP_GetSmsStatus", "transactionID", transaction, "detailed", "false");
            var children = status.getElementsByTagNameNS("*", "statistics").item(0).getChildNodes();
            var names = new TreeSet<String>();
            for (int at = 0; at < children.getLength(); at++)
                if (children.item(at) instanceof Element each) names.add(each.getLocalName());
            if (!names.isEmpty() && Collections.disjoint(names, OPEN)) {
                System.out.println("final: " + names.stream().collect(Collectors.joining(" ")));
                return;
            }
            Thread.sleep(5_000);
        }
        end(2, "no final status yet");
    }
}
