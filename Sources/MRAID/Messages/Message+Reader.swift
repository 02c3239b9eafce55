extension Message {
    /// Reads a command's arguments into a message.
    struct Reader {
        let command: Command
        let arguments: [ScriptValue]
        let limits: Limits

        func message() -> Result<Message, Problem> {
            do throws(Problem) {
                return .success(try read())
            } catch {
                return .failure(error)
            }
        }

        private func read() throws(Problem) -> Message {
            switch command {
            case .loaded: .loaded
            case .close: .close
            case .resize: .resize
            case .unload: .unload
            case .initVpaid: .initVpaid
            case .addEventListener: try listener()
            case .expand: .expand(url: try optionalURL())
            case .open: .open(url: try url())
            case .playVideo: .playVideo(url: try url())
            case .storePicture: .storePicture(url: try url())
            case .createCalendarEvent: .createCalendarEvent(try CalendarReader(try record(), limits: limits).event())
            case .setExpandProperties: try expandProperties()
            case .setResizeProperties: try resizeProperties()
            case .setOrientationProperties: try orientationProperties()
            case .useCustomClose: .useCustomClose(try flag())
            }
        }

        private func problem(_ message: String) -> Problem { Problem(message, command) }

        private func record() throws(Problem) -> [String: ScriptValue] {
            guard let record = arguments.first?.record else { throw problem("The properties are not an object") }
            return record
        }

        private func url() throws(Problem) -> String {
            guard let text = arguments.first?.text, !text.isEmpty else { throw problem("The URL is empty") }
            guard text.utf8.count <= limits.urlBytes else {
                throw problem("The URL is longer than \(limits.urlBytes) bytes")
            }
            return text
        }

        private func optionalURL() throws(Problem) -> String? {
            guard let text = arguments.first?.text, !text.isEmpty else { return nil }
            return try url()
        }

        private func flag() throws(Problem) -> Bool {
            guard let flag = arguments.first?.bool else { throw problem("The argument is neither true nor false") }
            return flag
        }

        private func listener() throws(Problem) -> Message {
            guard arguments.count == 2, let name = arguments[0].text, let event = EventName(rawValue: name),
                event == .exposureChange || event == .audioVolumeChange, let token = arguments[1].whole, token >= 0
            else { throw problem("The listener is not understood") }
            return .listenerAdded(event, token: token)
        }

        private func expandProperties() throws(Problem) -> Message {
            let record = try record()
            return .setExpandProperties(
                width: try extent("width", of: record), height: try extent("height", of: record),
                usesCustomClose: try bool("useCustomClose", of: record))
        }

        private func extent(_ name: String, of record: [String: ScriptValue]) throws(Problem) -> Double? {
            guard let value = record[name] else { return nil }
            guard let number = value.number, number >= 0 else {
                throw problem("\(name) is not a number of at least 0")
            }
            return number
        }

        private func bool(_ name: String, of record: [String: ScriptValue]) throws(Problem) -> Bool? {
            guard let value = record[name] else { return nil }
            guard let flag = value.bool else { throw problem("\(name) is neither true nor false") }
            return flag
        }

        private func resizeProperties() throws(Problem) -> Message {
            let record = try record()
            return .setResizeProperties(
                ResizeProperties(
                    width: record["width"]?.number, height: record["height"]?.number,
                    offsetX: record["offsetX"]?.number, offsetY: record["offsetY"]?.number,
                    closePosition: record["customClosePosition"]?.text.flatMap(ClosePosition.init) ?? .topRight,
                    allowsOffscreen: try bool("allowOffscreen", of: record) ?? true))
        }

        private func orientationProperties() throws(Problem) -> Message {
            let record = try record()
            return .setOrientationProperties(
                allowsOrientationChange: try bool("allowOrientationChange", of: record),
                forcedOrientation: try orientation(record["forceOrientation"]))
        }

        private func orientation(_ value: ScriptValue?) throws(Problem) -> Orientation?? {
            guard let value else { return .none }
            if value.text == "none" { return .some(nil) }
            guard let orientation = value.text.flatMap(Orientation.init) else {
                throw problem("forceOrientation is none of portrait, landscape and none")
            }
            return .some(orientation)
        }
    }
}
