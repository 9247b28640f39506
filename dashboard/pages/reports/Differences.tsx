import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#/contract/plurals.ts'
import { differencesQuery, type AskedDifferences } from '../../api/reports.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DifferencesTable } from './DifferencesTable.tsx'
import { Loaded } from './Loaded.tsx'

const nothing = {
  true: 'Усе збігається: за цей період ніщо не\u00a0чекає на рішення.',
  false: 'За цей період ще нічого не\u00a0вирішували.',
  all: 'За цей період розбіжностей немає.',
} as const satisfies Record<AskedDifferences['open'], string>

export function Differences({ asked }: { asked: AskedDifferences }) {
  const query = useQuery(differencesQuery(asked))
  return (
    <Loaded query={query}>
      {({ items, count }) =>
        items.length === 0 ? (
          <Notice tone={asked.open === 'true' ? 'good' : 'quiet'}>{nothing[asked.open]}</Notice>
        ) : (
          <>
            <p className="soft">
              Найдавніші спершу, усього {formatCount(count)}.
              {items.length < count && ` Показано ${formatCount(items.length)}: решту покаже коротший період.`}
            </p>
            <DifferencesTable items={items} />
          </>
        )
      }
    </Loaded>
  )
}
