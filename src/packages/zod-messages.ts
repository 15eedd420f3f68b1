// zod/mini has no messages until a language is set. The server's are English.
import * as z from 'zod/mini'

z.config(z.locales.en())
