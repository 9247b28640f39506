import { saveFile } from '../ui/save-file.ts'
import { noAnswer } from './api-error.ts'
import { authorized } from './client.ts'
import { expectOk } from './send.ts'

/** A file the server makes, saved by the browser. The answer is its name: the server's, or else `name`. */
export async function download(path: string, name: string): Promise<string> {
  const response = await expectOk(await authorized({ method: 'GET', path, headers: { accept: '*/*' } }))
  const saved = nameIn(response.headers.get('content-disposition')) ?? name
  const content = await response.blob().catch(() => {
    throw noAnswer()
  })
  saveFile(saved, content)
  return saved
}

const nameIn = (disposition: string | null): string | undefined => /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
