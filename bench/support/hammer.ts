import { Agent, request } from 'node:http'

/** Asks one address over and over from a process of its own: node hammer.ts URL TOKEN CONNECTIONS SECONDS. */
const [url = '', token = '', connections = '1', seconds = '1'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const until = performance.now() + Number(seconds) * 1000
let requests = 0
let bytes = 0

const ask = () =>
  new Promise<void>((resolve, reject) => {
    const call = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`))
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', resolve)
    })
    call.on('error', reject)
    call.end()
  })

await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < until) {
      await ask()
      requests += 1
    }
  }),
)
console.log(JSON.stringify({ requests, bytes }))
process.exit(0)
