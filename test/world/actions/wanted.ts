/** What a person asks the service for. */
export interface Wanted {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
}
