import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSDataRef;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSConfig;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.WSSecurityEngineResult;
import org.apache.ws.security.components.crypto.Crypto;
import org.apache.ws.security.components.crypto.CryptoFactory;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A SOAP service whose security is that of Apache WSS4J. Its response names the verified elements; with the path /signed, WSS4J signs the
 * response. Arguments: a PKCS #12 file with the key "server" and the trusted certificate of the client, and its password.
 */
public class Wss4jPeer {
  static final String GREETER = "http://example.com/greeter/";

  public static void main(String[] args) throws Exception {
    String prefix = "org.apache.ws.security.crypto.merlin.keystore.";
    Properties properties = new Properties();
    properties.put(
        "org.apache.ws.security.crypto.provider", "org.apache.ws.security.components.crypto.Merlin");
    properties.put(prefix + "type", "pkcs12");
    properties.put(prefix + "file", args[0]);
    properties.put(prefix + "password", args[1]);
    Crypto crypto = CryptoFactory.getInstance(properties);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> answer(exchange, crypto, args[1]));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    System.in.read();
    System.exit(0);
  }

  static void answer(HttpExchange exchange, Crypto crypto, String password) throws IOException {
    int status = 200;
    byte[] body;
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      Document request = factory.newDocumentBuilder().parse(exchange.getRequestBody());
      String soap = request.getDocumentElement().getNamespaceURI();
      String verified = verify(request, crypto);
      String name = request.getElementsByTagNameNS(GREETER, "name").item(0).getTextContent();
      Document response = greeting(factory, soap, verified + "|" + name);
      if (exchange.getRequestURI().getPath().equals("/signed")) sign(response, crypto, password);
      body = bytes(response);
    } catch (Exception error) {
      status = 500;
      body = fault(String.valueOf(error.getMessage()));
    }
    exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Elements that WSS4J has verified, in the order of the header. */
  static String verify(Document request, Crypto crypto) throws Exception {
    CallbackHandler passwords =
        callbacks -> {
          for (Callback callback : callbacks) ((WSPasswordCallback) callback).setPassword("Tr\u00fcb & <tief>");
        };
    WSSecurityEngine engine = new WSSecurityEngine();
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(true);
    engine.setWssConfig(config);
    List<WSSecurityEngineResult> results = engine.processSecurityHeader(request, null, passwords, crypto);
    if (results == null) return "nothing";
    List<String> verified = new ArrayList<>();
    for (WSSecurityEngineResult result : results) {
      int action = (Integer) result.get(WSSecurityEngineResult.TAG_ACTION);
      if (action == WSConstants.UT) verified.add("UsernameToken");
      if (action == WSConstants.TS) verified.add("Timestamp");
      if (action == WSConstants.SIGN) verified.add("Signature(" + covered(result) + ")");
    }
    verified.sort(null);
    return String.join(",", verified);
  }

  @SuppressWarnings("unchecked")
  static String covered(WSSecurityEngineResult result) {
    List<String> names = new ArrayList<>();
    for (WSDataRef ref : (List<WSDataRef>) result.get(WSSecurityEngineResult.TAG_DATA_REF_URIS))
      names.add(ref.getName().getLocalPart());
    names.sort(null);
    return String.join("+", names);
  }

  /** Parsed, because WSS4J digests namespaces only as attributes of the document. */
  static Document greeting(DocumentBuilderFactory factory, String soap, String text) throws Exception {
    String body = "<GreetResponse xmlns=\"" + GREETER + "\"><GreetResult><Text/><Count>42</Count></GreetResult></GreetResponse>";
    String envelope =
        "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"" + soap + "\"><SOAP-ENV:Header/><SOAP-ENV:Body>"
            + body + "</SOAP-ENV:Body></SOAP-ENV:Envelope>";
    byte[] bytes = envelope.getBytes(StandardCharsets.UTF_8);
    Document response = factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
    response.getElementsByTagNameNS(GREETER, "Text").item(0).setTextContent(text);
    return response;
  }

  static void sign(Document response, Crypto crypto, String password) throws Exception {
    WSSecHeader header = new WSSecHeader();
    header.insertSecurityHeader(response);
    WSSConfig config = WSSConfig.getNewInstance();
    config.setWsiBSPCompliant(true);
    WSSecTimestamp timestamp = new WSSecTimestamp(config);
    timestamp.build(response, header);
    WSSecSignature signature = new WSSecSignature(config);
    signature.setUserInfo("server", password);
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    signature.setDigestAlgo("http://www.w3.org/2001/04/xmlenc#sha256");
    List<org.apache.ws.security.WSEncryptionPart> parts = new ArrayList<>();
    String soap = response.getDocumentElement().getNamespaceURI();
    parts.add(new org.apache.ws.security.WSEncryptionPart("Body", soap, ""));
    parts.add(new org.apache.ws.security.WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
    signature.setParts(parts);
    signature.build(response, crypto, header);
  }

  static byte[] bytes(Document document) throws Exception {
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    transformer.transform(new DOMSource(document), new StreamResult(out));
    return out.toByteArray();
  }

  static byte[] fault(String message) {
    String text = message.replace("&", "&amp;").replace("<", "&lt;");
    String content = "<faultcode>S:Client</faultcode><faultstring>" + text + "</faultstring>";
    String soap = "http://schemas.xmlsoap.org/soap/envelope/";
    String body = "<S:Body><S:Fault>" + content + "</S:Fault></S:Body>";
    return ("<S:Envelope xmlns:S=\"" + soap + "\">" + body + "</S:Envelope>").getBytes(StandardCharsets.UTF_8);
  }
}
