import MarqueeCore

extension Engage {
    /// Reports the install and the sessions, completes events on hold, and logs what is wrong with the configuration.
    package func start() {
        for problem in settings.problems { core.log(problem.severity, .debug, "configuration: \(problem.message)") }
        let builtIn = ConfigurationKey.engagePlugins.defaultValue
        for name in augmenter.missingPlugins where builtIn != .texts(settings.plugins) {
            core.log(.warning, .debug, "there is no plug-in with the name \"\(name)\"; the others run")
        }
        identitySource.observe { [weak reporter] in _ = reporter?.report() }
        augmenter.start()
        reporter.report()
    }

    /// Reports a session that ended while the app was away, and the one that starts.
    package func enteredForeground() { reporter.report() }

    /// Returns when the session events of before are on disk.
    package func enteredBackground() async { await reporter.settled() }

    /// Leaves what is unfinished to the next launch.
    package func close() async {
        augmenter.close()
        let last = keeper.withLock { following in
            following.isClosed = true
            return following.keeper
        }
        last?.close()
        await reporter.settled()
        await parts.tokens?.close()
        posted.finish()
        state.close()
    }
}
