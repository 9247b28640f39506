import { useMutation } from '@tanstack/react-query'
import { may } from '#/contract/permissions.ts'
import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import { sentenceFor } from '../../../api/api-error.ts'
import { trackOrder } from '../../../api/orders.ts'
import { ParcelBadge } from '../../../badges/ParcelBadge.tsx'
import { formatAge, formatDateTime } from '../../../words/format.ts'
import { useUser } from '../../../api/user.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { Ttn } from '../../order-parts/Ttn.tsx'
import { codWords, successorWords } from './parcel-words.ts'
import { Fact } from '../../order-parts/Fact.tsx'
import { fieldId, mistakeAt, ttnCopyId } from '../editing/fields.ts'
import { Section } from './Section.tsx'
import type { OrderEditing } from '../editing/use-order-editing.ts'
import { useFreshOrder } from '../editing/use-order.ts'

interface Props {
  order: Order
  editing: OrderEditing
}

export function ParcelSection({ order, editing }: Props) {
  const fresh = useFreshOrder()
  const track = useMutation({ mutationFn: trackOrder, onSuccess: fresh.put })
  const canTrack = may(useUser().role, 'order.track') && order.ttn !== null && editing.state === null
  const isOfThis = track.variables === order.id
  return (
    <Section
      title="Посилка"
      aside={
        canTrack && (
          <Button variant="default" size="compact-sm" loading={track.isPending} onClick={() => track.mutate(order.id)}>
            Оновити стан
          </Button>
        )
      }
    >
      {isOfThis && track.error !== null && <Notice tone="danger">{sentenceFor(track.error)}</Notice>}
      {editing.state === null ? null : <TtnField editing={editing} />}
      <dl>
        {editing.state === null && (
          <Fact name="ТТН">
            {order.ttn === null ? (
              'немає'
            ) : (
              <>
                <Ttn ttn={order.ttn} />
                <CopyButton id={ttnCopyId} value={order.ttn} what="ТТН" />
              </>
            )}
          </Fact>
        )}
        {order.parcel !== null && <ParcelFacts parcel={order.parcel} />}
        <Fact name="Каса">{order.cash_register?.name ?? 'ще не відомо'}</Fact>
      </dl>
    </Section>
  )
}

function TtnField({ editing: { state, change } }: { editing: OrderEditing }) {
  if (state === null) return null
  const isNew = state.draft.ttn !== state.base.ttn
  return (
    <TextField
      id={fieldId('ttn')}
      label="ТТН"
      inputMode="numeric"
      className="figures"
      description={isNew ? 'Стан посилки й каса визначаться наново.' : undefined}
      value={state.draft.ttn}
      error={mistakeAt(state.mistakes, 'ttn')}
      onChange={(event) => change({ ttn: event.currentTarget.value })}
    />
  )
}

function ParcelFacts({ parcel }: { parcel: NonNullable<Order['parcel']> }) {
  const now = useNow()
  const { checked_at, received_at, problem } = parcel
  return (
    <>
      <Fact name="Стан">
        <ParcelBadge parcel={parcel} />
        {parcel.status_text !== null && <div>{parcel.status_text}</div>}
        {parcel.own === false && <div>Посилка не належить жодній із ваших кас.</div>}
      </Fact>
      <Fact name="Перевірено">
        {checked_at === null ? (
          'Нову пошту ще не питали'
        ) : (
          <time dateTime={checked_at} title={formatDateTime(checked_at)}>
            {formatAge(checked_at, now)}
          </time>
        )}
      </Fact>
      {received_at !== null && (
        <Fact name="Отримано">
          <time dateTime={received_at}>{formatDateTime(received_at)}</time>
        </Fact>
      )}
      <Fact name="Післяплата">
        {parcel.cod_kind === null || parcel.cod_amount === null ? (
          'немає'
        ) : (
          <>
            {codWords[parcel.cod_kind]}, <b className="figures">{formatMoney(parcel.cod_amount)}</b>
            {parcel.paid ? ', сплачено' : ', ще не сплачено'}
          </>
        )}
      </Fact>
      {goesOn(parcel).map(({ ttn, kind }) => (
        <Fact key={ttn} name={successorWords[kind]}>
          <Ttn ttn={ttn} />
          <CopyButton value={ttn} what="нову ТТН" />
        </Fact>
      ))}
      {problem !== null && (
        <Notice tone="warn">
          {problem.detail} З <time dateTime={problem.since}>{formatDateTime(problem.since)}</time>.
        </Notice>
      )}
    </>
  )
}

/** A redirected parcel may be on its way back as well; each TTN is shown once. */
function goesOn({ redirected_to, successor }: NonNullable<Order['parcel']>) {
  const redirected = redirected_to === null ? [] : [{ ttn: redirected_to, kind: 'redirect' as const }]
  return [...redirected, ...(successor === null || successor.ttn === redirected_to ? [] : [successor])]
}
