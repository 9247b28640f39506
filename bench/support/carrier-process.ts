import { z } from 'zod'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'

/** A carrier in a process of its own, so that its work is not counted as ours. Prints its address; everything else comes over HTTP. */
const Given = z.object({ keys: z.array(z.string()), latency_ms: z.number() })
const { keys, latency_ms } = Given.parse(JSON.parse(process.argv[2] ?? ''))
const carrier = await startCarrierSimulator({
  keys: keys.map((key, index) => ({ key, phones: [`38067000000${index}`] })),
})
carrier.faults.arm({ operation: '*', fault: { kind: 'latency', ms: latency_ms }, times: 'always' })
console.log(carrier.url)
