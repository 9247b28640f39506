import { isRefusal } from '../../api/api-error.ts'

/** Four minutes of waiting at most; then the refusal itself is shown. */
const mostTries = 24
/** As the server asks for in `Retry-After`. */
const pauseMs = 10_000

/** The server works on a few files at a time. When it answers that others come first, the file is sent again at the time it named. */
export async function inItsTurn<Result>(send: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!isRefusal(error, 'server.files_waiting', 'money.busy') || tries === mostTries) throw error
      onWait()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
