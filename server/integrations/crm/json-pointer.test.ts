import { expect, test } from 'vitest'
import { isPointer, valueAt } from './json-pointer.ts'

test('a pointer leads to own fields only', () => {
  const document: unknown = JSON.parse('{"a/b":{"~":[1,{"x":2}]},"__proto__":{"y":3}}')
  expect(valueAt(document, '/a~1b/~0/1/x')).toBe(2)
  expect(valueAt(document, '')).toBe(document)
  expect(valueAt(document, '/__proto__/y')).toBe(3)
  expect(valueAt({}, '/__proto__')).toBeUndefined()
  expect(valueAt({}, '/constructor/name')).toBeUndefined()
  expect(valueAt(null, '/a')).toBeUndefined()
  expect(['', '/a', '/a/0', '/~0~1'].every(isPointer)).toBe(true)
  expect(['a', '/~2', 'a/b'].some(isPointer)).toBe(false)
})
