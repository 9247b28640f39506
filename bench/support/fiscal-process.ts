import { z } from 'zod'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'

/** Checkbox in a process of its own. Prints its address; everything else comes over HTTP. */
const Given = z.object({ license_keys: z.array(z.string()), latency_ms: z.number(), ambiguous: z.number() })
const { license_keys, latency_ms, ambiguous } = Given.parse(JSON.parse(process.argv[2] ?? ''))
const fiscal = await startFiscalSimulator({
  registers: license_keys.map((license_key) => ({ license_key, cashier: { pin: '1111' } })),
})
fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'latency', ms: latency_ms }, times: 'always' })
// Made, but the answer is lost: the worst of answers.
fiscal.faults.arm({
  operation: 'create_ettn',
  fault: { kind: 'reset_before_answer', effect: true },
  times: 'always',
  probability: ambiguous,
  seed: 7,
})
console.log(fiscal.url)
