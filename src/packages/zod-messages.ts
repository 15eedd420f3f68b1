// zod/mini has no messages until a language is set.
import * as z from 'zod/mini'

z.config(z.locales.en())
