import type { RegisterProblem } from '#/contract/register-health.ts'

/** The register does not work until a person acts. */
export const errorOf = (code: RegisterProblem['code'], detail: string): RegisterProblem => ({
  code,
  severity: 'error',
  detail,
})

/** It works, but a person should know. */
export const warningOf = (code: RegisterProblem['code'], detail: string): RegisterProblem => ({
  code,
  severity: 'warning',
  detail,
})
