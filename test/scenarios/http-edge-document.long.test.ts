import { afterAll, describe, expect, test } from 'vitest'
import { errors } from '#/contract/errors.ts'
import { compileSchemas } from '../fuzz/document-schemas.ts'
import { operationsOf, readDocument } from '../fuzz/operations.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp()
afterAll(() => kasyr.close())
const document = await readDocument(kasyr)
const operations = operationsOf(document)
const text = JSON.stringify(document)

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with nothing missing and nothing left over', () => {
    expect(document.openapi).toBe('3.1.0')
    const referred = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
    expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)))
  })

  test('gives every operation a name of its own, a summary and a kind that stands in the table of contents', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { summary, tags } of operations) {
      expect(summary).toMatch(/^[А-ЯҐЄІЇ]/)
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
    }
  })

  test('has only schemas that another program can read', () => {
    const schemas = compileSchemas(document)
    for (const operation of operations) {
      expect(() => schemas.ofBody(operation)).not.toThrow()
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        for (const type of Object.keys(content))
          expect(schemas.ofAnswer(operation, Number(status), type)).not.toBeNull()
      }
    }
  })

  test('names every part of an address as a parameter that must be given', () => {
    for (const { path, parameters } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
      expect(described).toEqual(named)
    }
  })

  test('asks for a body only where the service does', async () => {
    const optional = operations.filter(({ body }) => body && !body.required).map(({ operationId }) => operationId)
    expect(optional).toEqual(['delete_money_registers_id', 'post_auth_refresh', 'post_auth_logout'])
  })

  test('promises only refusals that the catalogue has, under their own status', () => {
    for (const { responses } of operations) {
      for (const [status, { description, content = {} }] of Object.entries(responses)) {
        const codes = 'application/problem+json' in content ? description.split(', ') : []
        const foreign = codes.filter(
          (code) => !Object.entries(errors).some(([name, one]) => name === code && one.status === Number(status)),
        )
        expect(foreign).toEqual([])
      }
    }
  })
})

describe('the page that shows it', () => {
  test('comes from this server alone', async () => {
    const page = await fetch(`${kasyr.url}/api/docs`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    const outside = [...html.matchAll(/(?:https?:)?\/\/[\w.-]+/g)].filter(([url]) => !url.startsWith(kasyr.url))
    expect(outside).toEqual([])
    const scripts = [...html.matchAll(/src="([^"]+)"/g)].map(([, src = '']) => new URL(src, page.url).href)
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) {
      const answer = await fetch(script)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('javascript')
    }
  })

  test('may talk to nobody and has no origin of its own, whatever its script would like', async () => {
    const policy = (await fetch(`${kasyr.url}/api/docs`)).headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", 'sandbox allow-scripts'])
      expect(policy.split(';')).toContain(part)
    expect(policy).not.toMatch(/https?:|\*|unsafe|connect-src|allow-same-origin/)
  })
})
