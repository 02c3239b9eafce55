import Hummingbird

/// What a form did, as a sentence on the page that it leads to: `?done=WORD`.
enum DoneNotice {
    private static let texts = [
        "account": "The settings are saved. They hold for the next request.",
        "revoked": "The client is revoked. Its tokens stopped working.",
        "made": "Created.",
        "column": "The column is added.",
        "lookup": "The look-up is changed.",
        "joined": "The table is joined.",
        "purged": "All rows are deleted.",
        "removed": "It is deleted.",
        "saved": "Saved.",
        "unchanged": "Nothing was changed, so nothing is saved.",
        "opted-out": "The recipient is opted out, and gets no more messages.",
        "opted-in": "The recipient is opted in again.",
        "contact": "The recipient is in the contact list.",
        "job-removed": "The job is deleted. One that runs stops before its next step.",
        "file-removed": "The file is deleted.",
        "unlinked": "The link is taken back. It joins nothing any more, and later events do not restore it.",
        "linked": "The link holds again.",
        "rates": "The rates are stored.",
        "question": "The question is saved.",
        "question-removed": "The saved question is deleted.",
        "map": "The link map is stored.",
        "map-removed": "The link map is deleted. Apps keep the file that they carry.",
        "push": "The campaign is created. Nothing is sent yet.",
        "sent": "The message was handed over to the devices.",
        "push-removed": "The campaign and its deliveries are deleted. Events keep its name.",
    ]

    static func of(_ request: Request) throws -> PageFrame.Notice? {
        texts[try FormFields(request.uri.query ?? "")["done"]].map { .init(kind: "good", text: $0) }
    }
}
