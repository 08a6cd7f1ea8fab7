import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.*;

/**
 * Prints the unread messages of the inbox, then deletes the read ones.
 * Usage: java Inbox.java ADDRESS CUSTOMER USER PASSWORD
 */
class Inbox {
    static final HttpClient http = HttpClient.newHttpClient();
    static String[] account;

    /** Calls an operation of the inbox; ends the program with the reason if the call was refused. */
    static Element call(String operation) throws Exception {
        var body = "operation=" + operation + "&messageId=&customerID=" + account[1]
            + "&userName=" + URLEncoder.encode(account[2], StandardCharsets.UTF_8)
            + "&userPassword=" + URLEncoder.encode(account[3], StandardCharsets.UTF_8);
        var request = HttpRequest.newBuilder(URI.create(account[0] + "/HTTP_InboxProcessing"))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        var response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) end("HTTP " + response.statusCode());
        var inbox = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(response.body())).getDocumentElement();
        if (!text(inbox, "result").equals("OK")) end("refused: " + text(inbox, "result"));
        return inbox;
    }

    static String text(Element record, String name) {
        return record.getElementsByTagName(name).item(0).getTextContent();
    }

    static void end(String message) {
        System.err.println(message);
        System.exit(1);
    }

    public static void main(String[] args) throws Exception {
        account = args;
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var messages = call("fetch-new").getElementsByTagName("message");
        for (int at = 0; at < messages.getLength(); at++) {
            var message = (Element) messages.item(at);
            // textU is UTF-16BE in hexadecimal digits.
            var octets = HexFormat.of().parseHex(text(message, "textU"));
            out.println(text(message, "from") + ": " + new String(octets, StandardCharsets.UTF_16BE));
        }
        out.println(text(call("kill-old"), "deleted") + " deleted");
    }
}
