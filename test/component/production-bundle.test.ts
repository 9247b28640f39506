import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

const dashboard = join(import.meta.dirname, '..', '..', 'dashboard')

test('nothing of the gallery, and no schema it checks its answers by, is in what people are given', async () => {
  const built = await build({ root: dashboard, logLevel: 'silent', build: { write: false } })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const modules = chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
  expect(modules).toContain(join(dashboard, 'routes.tsx'))
  expect(modules.filter((path) => path.includes('/gallery/') || path.includes('/node_modules/zod/'))).toEqual([])
  const pages = chunks.filter(({ fileName }) => fileName.endsWith('.html')).map(({ fileName }) => fileName)
  expect(pages).toEqual(['index.html'])
})
