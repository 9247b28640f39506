import { attention } from '#/dashboard/gallery/groups/attention.ts'
import { receipts } from '#/dashboard/gallery/groups/receipts.ts'
import { lookAtStates } from './look-at-states.ts'

lookAtStates([receipts, attention])
