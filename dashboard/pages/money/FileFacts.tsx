import type { Payout } from '#/contract/payouts.ts'
import { Fact } from '../order-parts/Fact.tsx'
import { Deed } from './Deed.tsx'
import classes from './PayoutPage.module.css'

interface Props {
  payout: Pick<Payout, 'account' | 'file_name' | 'imported_at' | 'imported_by'>
  payee: string
}

/** Whose money it is, and the file that says so. */
export const FileFacts = ({ payout: { account, file_name, imported_at, imported_by }, payee }: Props) => (
  <>
    <Fact name="Одержувач коштів">{payee}</Fact>
    {account !== null && (
      <Fact name="Рахунок">
        <code className={classes.account}>{account}</code>
      </Fact>
    )}
    <Fact name="Файл">
      <code className={classes.account}>{file_name}</code>
    </Fact>
    <Fact name="Завантажено">
      <Deed by={imported_by} at={imported_at} />
    </Fact>
  </>
)
