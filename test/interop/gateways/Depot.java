import com.sun.net.httpserver.HttpServer;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.bind.annotation.XmlAttribute;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.bind.annotation.XmlSeeAlso;
import javax.xml.bind.annotation.XmlType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.WebFault;

/** A depot as JAX-WS serves it, which also writes its WSDL and its schema. Prints its address; ends with its standard input. */
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@WebService(serviceName = "Depot", portName = "Depot", targetNamespace = Depot.NAMESPACE)
public class Depot {
  static final String NAMESPACE = "urn:example:depot";

  private final List<Parcel> parcels = new ArrayList<>();

  public enum State {
    Stored,
    Sent
  }

  @XmlType(namespace = NAMESPACE, propOrder = {"weight", "state", "marks"})
  @XmlSeeAlso(Crate.class)
  public static class Parcel {
    @XmlAttribute(required = true)
    public long number;

    @XmlElement(required = true)
    public BigDecimal weight;

    @XmlElement(required = true)
    public State state;

    @XmlElement(name = "mark")
    public List<String> marks = new ArrayList<>();
  }

  @XmlType(namespace = NAMESPACE)
  public static class Crate extends Parcel {
    @XmlElement(required = true)
    public byte[] seal;
  }

  @XmlType(namespace = NAMESPACE)
  public static class Parcels {
    @XmlElement(name = "parcel")
    public List<Parcel> parcels = new ArrayList<>();
  }

  @XmlType(namespace = NAMESPACE)
  public static class Unknown {
    @XmlElement(required = true)
    public long number;
  }

  @WebFault(name = "Unknown", targetNamespace = NAMESPACE)
  public static class UnknownParcel extends Exception {
    private final Unknown info;

    public UnknownParcel(String message, Unknown info) {
      super(message);
      this.info = info;
    }

    public Unknown getFaultInfo() {
      return info;
    }
  }

  @WebMethod
  @WebResult(name = "Stored", targetNamespace = NAMESPACE)
  public int store(@WebParam(name = "Store", targetNamespace = NAMESPACE) Parcel parcel) {
    parcels.add(parcel);
    return parcels.size();
  }

  @WebMethod
  @WebResult(name = "Listed", targetNamespace = NAMESPACE)
  public Parcels list(@WebParam(name = "List", targetNamespace = NAMESPACE) State state) {
    Parcels found = new Parcels();
    for (Parcel each : parcels) if (each.state == state) found.parcels.add(each);
    return found;
  }

  @WebMethod
  @WebResult(name = "Sent", targetNamespace = NAMESPACE)
  public Parcel send(@WebParam(name = "Send", targetNamespace = NAMESPACE) long number)
      throws UnknownParcel {
    for (Parcel each : parcels) {
      if (each.number == number) {
        each.state = State.Sent;
        return each;
      }
    }
    Unknown info = new Unknown();
    info.number = number;
    throw new UnknownParcel("There is no such parcel.", info);
  }

  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Endpoint.create(new Depot()).publish(server.createContext("/depot"));
    server.start();
    System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/depot");
    System.in.read();
    System.exit(0);
  }
}
