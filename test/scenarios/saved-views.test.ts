import { afterAll, describe, expect, test } from 'vitest'
import { mostSavedViews, type SavedView, type SavedViewList } from '#/contract/saved-views.ts'
import type { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp()
afterAll(() => kasyr.close())

const viewsOf = async (person: ApiClient) => (await person.get<SavedViewList>('/views')).body.items
const save = (person: ApiClient, name: string, search: object = { tab: 'received' }) =>
  person.post<SavedView>('/views', { name, search })

describe('a saved view', () => {
  test('is its owner’s alone, and a name that is there already gets the new list', async () => {
    const [olena, petro] = [await loggedIn(kasyr), await loggedIn(kasyr)]
    expect(await viewsOf(olena)).toEqual([])
    const { status, body } = await save(olena, '  Щодня ', { tab: 'received', sum_from: 15_050, prepaid: true })
    expect([status, body.name]).toEqual([200, 'Щодня'])
    expect((await save(olena, 'Щодня', { q: 'термос' })).body).toEqual({ ...body, search: { q: 'термос' } })
    await save(olena, 'Їжачок')
    await save(olena, 'Ґудзики')
    expect((await viewsOf(olena)).map(({ name }) => name)).toEqual(['Ґудзики', 'Їжачок', 'Щодня'])
    expect(await viewsOf(petro)).toEqual([])

    expect((await petro.delete(`/views/${body.id}`)).body).toMatchObject({ code: 'view.not_found' })
    expect((await olena.delete(`/views/${body.id}`)).status).toBe(204)
    expect((await olena.delete(`/views/${body.id}`)).status).toBe(404)
    expect((await viewsOf(olena)).map(({ name }) => name)).toEqual(['Ґудзики', 'Їжачок'])
  })

  test('leaves its trace in the log', async () => {
    const olena = await loggedIn(kasyr)
    const { body } = await save(olena, 'Слід')
    await olena.delete(`/views/${body.id}`)
    const entries = await kasyr.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', body.id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'view.saved', details: { name: 'Слід' } },
      { action: 'view.forgotten', details: { name: 'Слід' } },
    ])
  })

  test('is one of fifty at most, from however many windows they come', async () => {
    const olena = await loggedIn(kasyr)
    const answers = await Promise.all(
      Array.from({ length: mostSavedViews + 5 }, (_, index) => save(olena, `Вигляд ${index}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostSavedViews)
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'view.too_many',
      detail: 'Збережено вже 50 списків, більше не можна. Видаліть зайві.',
    })
    expect(await viewsOf(olena)).toHaveLength(mostSavedViews)
    const [first] = await viewsOf(olena)
    expect((await save(olena, first?.name ?? '')).status).toBe(200)
  })

  test.each([
    [{ name: '', search: {} }],
    [{ name: 'я'.repeat(61), search: {} }],
    [{ name: 'а', search: { tab: { deep: true } } }],
    [{ name: 'а', search: { Таб: 1 } }],
    [
      {
        name: 'а',
        search: Object.fromEntries(
          Array.from('abcdefghijklmnopqrstuvwxyz_abcdef', (sign, index) => [sign.repeat((index % 30) + 1), 1]),
        ),
      },
    ],
    [{ name: 'а' }],
  ])('is refused when it is %j', async (request) => {
    const olena = await loggedIn(kasyr)
    expect((await olena.post('/views', request)).status).toBe(400)
    expect(await viewsOf(olena)).toEqual([])
  })
})
