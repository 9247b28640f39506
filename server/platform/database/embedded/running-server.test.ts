import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findRunningServer } from './cluster.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kasyr-cluster-'))
  file = join(dir, 'postmaster.pid')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('the file that says which server runs', () => {
  test('is left alone while a starting server has not written it yet', () => {
    writeFileSync(file, '')
    expect(findRunningServer({ dir })).toBeNull()
    expect(existsSync(file)).toBe(true)
  })

  test('is removed when it has stayed empty since a crash', () => {
    writeFileSync(file, '')
    const minuteAgo = Date.now() / 1000 - 60
    utimesSync(file, minuteAgo, minuteAgo)
    expect(findRunningServer({ dir })).toBeNull()
    expect(existsSync(file)).toBe(false)
  })

  test('is removed when its number belongs to another program', () => {
    writeFileSync(file, `${process.pid}\n${dir}\n0\n5432\n`)
    expect(findRunningServer({ dir })).toBeNull()
    expect(existsSync(file)).toBe(false)
  })
})
