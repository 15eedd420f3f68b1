// Types from axios, which is bundled with the package, for the function that sends requests in tests.
export interface AxiosRequest {
  readonly method?: string
  readonly url?: string
  readonly baseURL?: string
  readonly params?: unknown
  readonly data?: unknown
  readonly headers: object
  readonly responseType?: string
}

export interface AxiosAnswer {
  readonly status: number
  readonly statusText: string
  readonly data: unknown
  readonly headers: Readonly<Record<string, unknown>>
  readonly config: AxiosRequest
}

export type AxiosAdapter = (config: AxiosRequest) => Promise<AxiosAnswer>
