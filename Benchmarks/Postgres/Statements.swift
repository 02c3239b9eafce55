/// What both sides of the benchmarks run.
enum Statements {
    static let table = """
        CREATE TABLE IF NOT EXISTS sample (id BIGINT PRIMARY KEY, text TEXT NOT NULL, bytes BYTEA NOT NULL)
        """
    static let insert = "INSERT INTO sample (id, text, bytes) VALUES (?, ?, ?)"
    static let select = "SELECT id, text, bytes FROM sample WHERE id = ?"
    static let numberedInsert = "INSERT INTO sample (id, text, bytes) VALUES ($1, $2, $3)"
    static let numberedSelect = "SELECT id, text, bytes FROM sample WHERE id = $1"
    static let writing = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    static let text = String(repeating: "a text of an ordinary size ", count: 12)
    static let bytes = Array(repeating: UInt8(0xA5), count: 64)
}
