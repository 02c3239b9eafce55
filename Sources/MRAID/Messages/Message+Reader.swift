extension Container.Message {
    /// Reads a command's arguments into a message.
    struct Reader {
        let command: Container.Command
        let arguments: [ScriptValue]
        let limits: Container.Limits

        func message() -> Result<Container.Message, Container.Problem> {
            do throws(Container.Problem) {
                return .success(try read())
            } catch {
                return .failure(error)
            }
        }

        private func read() throws(Container.Problem) -> Container.Message {
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

        private func problem(_ message: String) -> Container.Problem { Container.Problem(message, command) }

        private func record() throws(Container.Problem) -> [String: ScriptValue] {
            guard let record = arguments.first?.record else { throw problem("The properties are not an object") }
            return record
        }

        private func url() throws(Container.Problem) -> String {
            guard let text = arguments.first?.text, !text.isEmpty else { throw problem("The URL is empty") }
            guard text.utf8.count <= limits.urlBytes else {
                throw problem("The URL is longer than \(limits.urlBytes) bytes")
            }
            return text
        }

        private func optionalURL() throws(Container.Problem) -> String? {
            guard let text = arguments.first?.text, !text.isEmpty else { return nil }
            return try url()
        }

        private func flag() throws(Container.Problem) -> Bool {
            guard let flag = arguments.first?.bool else { throw problem("The argument is neither true nor false") }
            return flag
        }

        private func listener() throws(Container.Problem) -> Container.Message {
            guard arguments.count == 2, let name = arguments[0].text, let event = ScriptEvent.Name(rawValue: name),
                event == .exposureChange || event == .audioVolumeChange, let token = arguments[1].whole, token >= 0
            else { throw problem("The listener is not valid") }
            return .listenerAdded(event, token: token)
        }

        private func expandProperties() throws(Container.Problem) -> Container.Message {
            let record = try record()
            return .setExpandProperties(
                width: try extent("width", of: record), height: try extent("height", of: record),
                usesCustomClose: try bool("useCustomClose", of: record))
        }

        private func extent(_ name: String, of record: [String: ScriptValue]) throws(Container.Problem) -> Double? {
            guard let value = record[name] else { return nil }
            guard let number = value.number, number >= 0 else {
                throw problem("\(name) is not a number of at least 0")
            }
            return number
        }

        private func bool(_ name: String, of record: [String: ScriptValue]) throws(Container.Problem) -> Bool? {
            guard let value = record[name] else { return nil }
            guard let flag = value.bool else { throw problem("\(name) is neither true nor false") }
            return flag
        }

        private func resizeProperties() throws(Container.Problem) -> Container.Message {
            let record = try record()
            return .setResizeProperties(
                ResizeProperties(
                    width: record["width"]?.number, height: record["height"]?.number,
                    offsetX: record["offsetX"]?.number, offsetY: record["offsetY"]?.number,
                    closePosition: record["customClosePosition"]?.text.flatMap(ClosePosition.init) ?? .topRight,
                    allowsOffscreen: try bool("allowOffscreen", of: record) ?? true))
        }

        private func orientationProperties() throws(Container.Problem) -> Container.Message {
            let record = try record()
            return .setOrientationProperties(
                allowsOrientationChange: try bool("allowOrientationChange", of: record),
                forcedOrientation: try orientation(record["forceOrientation"]))
        }

        private func orientation(_ value: ScriptValue?) throws(Container.Problem) -> Container.Orientation?? {
            guard let value else { return .none }
            if value.text == "none" { return .some(nil) }
            guard let orientation = value.text.flatMap(Container.Orientation.init) else {
                throw problem("forceOrientation is not portrait, landscape or none")
            }
            return .some(orientation)
        }
    }
}
