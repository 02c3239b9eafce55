/// The names and the only script by which a web view and a template talk.
public enum BridgeScript {
    /// The name of the web view's channel, to which a template posts messages as texts.
    public static let messageHandler = "marqueePlacements"

    /// The body of a function that hands an answer to the template, always the same. Its arguments are `version`, which is
    /// ``BridgeAnswer/protocolVersion``, and `answer`, which is ``UnitPage/arguments(of:)``.
    public static let answerFunction = """
        window.PlayHavenDispatchProtocolVersion = version;
        const [callback, response, error] = JSON.parse(answer);
        window.PlayHaven.nativeAPI.callback(callback, response, error);
        """
}
