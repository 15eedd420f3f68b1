// zod/mini has no messages until it is given a language; the server's are English.
import * as z from 'zod/mini'

z.config(z.locales.en())
