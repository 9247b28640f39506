import { IconExternalLink, IconPrinter } from '@tabler/icons-react'
import type { Order } from '#/contract/orders.ts'
import { isHttps } from '../../browser/is-https.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PrintSheet } from '../../ui/PrintSheet.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import classes from './FiscalReceipt.module.css'
import { QrCode } from '../../ui/QrCode.tsx'
import { ReceiptSlip } from './ReceiptSlip.tsx'

interface Props {
  order: Order
  receipt: NonNullable<Order['receipt']>
}

/** What the buyer may be shown or given: the fiscal number, the way to the receipt at the tax office, a slip of paper. */
export function FiscalReceipt({ order, receipt }: Props) {
  const { printing, print } = usePrinting()
  const { fiscal_code, receipt_url } = receipt
  const isLink = receipt_url !== null && isHttps(receipt_url)
  return (
    <div className={classes.fiscal}>
      {isLink && <QrCode text={receipt_url} label="QR-код із посиланням на чек" />}
      <div className={classes.about}>
        <p>
          <span className="soft">Фіскальний номер</span>{' '}
          {fiscal_code === null ? (
            'ще не надійшов'
          ) : (
            <>
              <b className="figures">{fiscal_code}</b> <CopyButton value={fiscal_code} what="фіскальний номер" />
            </>
          )}
        </p>
        {isLink && (
          <p>
            <a href={receipt_url} target="_blank" rel="noreferrer">
              Відкрити чек <IconExternalLink size={15} aria-hidden />
              <span className="visually-hidden"> (у новій вкладці)</span>
            </a>{' '}
            <CopyButton value={receipt_url} what="посилання на чек" />
          </p>
        )}
        {receipt_url !== null && !isLink && (
          <p>
            <span className="soft">Адреса чека (не&nbsp;https, тому не&nbsp;відкривається)</span>{' '}
            <code>{receipt_url}</code>
          </p>
        )}
        <p>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPrinter size={17} aria-hidden />}
            onClick={print}
          >
            Друкувати чек
          </Button>
        </p>
      </div>
      {printing && (
        <PrintSheet>
          <ReceiptSlip order={order} receipt={receipt} />
        </PrintSheet>
      )}
    </div>
  )
}
