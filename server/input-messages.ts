// zod/mini speaks no language until it is given one; what the server says about input is English.
import * as z from 'zod/mini'

z.config(z.locales.en())
