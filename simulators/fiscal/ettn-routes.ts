import { z } from 'zod'
import { BadInput, parseBody, parseQuery } from '../frame/bad-input.ts'
import type { Answer, Route, SimulatedRequest } from '../frame/operations.ts'
import type { Cabinet } from './cabinet.ts'

const ok = (body: unknown): Answer => ({ status: 200, body })

const Payment = z.strictObject({
  status: z.enum(['DONE', 'DONE_WITHOUT_SMS', 'RECEIPT_ERROR']).optional(),
  raw_error: z.string().optional(),
})
const Foreign = z.strictObject({
  ttn: z.string(),
  license_key: z.string(),
  total_sum: z.int(),
  status: z.string().optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  cashier: z.string().optional(),
  relation_id: z.string().optional(),
  label: z.string().optional(),
})
const ForeignAdvance = z.strictObject({
  license_key: z.string(),
  total_sum: z.int(),
  paid_sum: z.int(),
  relation_id: z.string().optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  error: z.string().optional(),
})
const ReceiptChange = z.strictObject({ error: z.string().nullable() })
const Change = z.strictObject({ status: z.string(), raw_error: z.string().nullable().optional() })

const idOf = ({ params }: SimulatedRequest) => params['id'] ?? ''

const parseOptional = <Schema extends z.ZodType>(schema: Schema, request: SimulatedRequest): z.output<Schema> =>
  request.body === '' ? schema.parse({}) : parseBody(schema, request)

/** What happens to documents without a call: parcels are paid, and people work in the cabinet. */
export const ettnRoutes = (cabinet: Cabinet): Route[] => [
  {
    method: 'GET',
    path: '/ettn',
    handle: async (request) => {
      const { ttn } = parseQuery(z.strictObject({ ttn: z.string().optional() }), request)
      await cabinet.lookAtParcels()
      return ok({ documents: ttn === undefined ? cabinet.all() : cabinet.ofTtn(ttn) })
    },
  },
  {
    method: 'POST',
    path: '/ettn',
    handle: (request) => ok(cabinet.createByHand(parseBody(Foreign, request))),
  },
  { method: 'DELETE', path: '/ettn', handle: () => ok({ removed: cabinet.clear() }) },
  {
    method: 'PATCH',
    path: '/ettn/:id',
    handle: (request) => {
      const { status, raw_error } = parseBody(Change, request)
      return ok(cabinet.setStatus(idOf(request), status, raw_error))
    },
  },
  { method: 'DELETE', path: '/ettn/:id', handle: (request) => ok(cabinet.deleteByHand(idOf(request))) },
  {
    method: 'POST',
    path: '/ettn/:id/return',
    handle: (request) => ok(cabinet.setStatus(idOf(request), 'RETURNED')),
  },
  {
    method: 'POST',
    path: '/ettn/:id/pay',
    handle: (request) => ok(cabinet.pay(idOf(request), parseOptional(Payment, request))),
  },
  {
    method: 'POST',
    path: '/pay/:ttn',
    handle: (request) => {
      const paid = cabinet.payTtn(request.params['ttn'] ?? '', parseOptional(Payment, request))
      if (paid.length === 0) throw new BadInput('no document of this TTN waits to be paid')
      return ok({ documents: paid })
    },
  },
  ...receiptRoutes(cabinet),
  { method: 'GET', path: '/prepayments', handle: () => ok({ chains: cabinet.chains() }) },
  {
    method: 'POST',
    path: '/prepayments',
    handle: (request) => ok(cabinet.prepayByHand(parseBody(ForeignAdvance, request))),
  },
  {
    method: 'POST',
    path: '/prepayments/:id/return',
    handle: (request) => ok(cabinet.returnAdvance(decodeURIComponent(idOf(request)))),
  },
]

/** Fiscal receipts, the reports that count them, and copies of them. */
const receiptRoutes = (cabinet: Cabinet): Route[] => [
  { method: 'GET', path: '/receipts', handle: () => ok({ receipts: cabinet.receipts() }) },
  {
    method: 'PATCH',
    path: '/receipts/:id',
    handle: (request) => ok(cabinet.setReceiptError(idOf(request), parseBody(ReceiptChange, request).error)),
  },
  {
    method: 'POST',
    path: '/receipts/:id/leave-out',
    handle: (request) => ok(cabinet.leaveOutOfReports(idOf(request))),
  },
  { method: 'GET', path: '/z-reports', handle: () => ok({ reports: cabinet.zReports() }) },
  { method: 'GET', path: '/copies', handle: () => ok({ copies: cabinet.copies() }) },
]
