// Stores all of a user's words with each of them, so that a search for several words reads one index range.
export const wordsSideBySide = {
  id: '0006-words-side-by-side',
  sql: `
ALTER TABLE user_words ADD COLUMN words text COLLATE "C" NOT NULL DEFAULT '';

DO $$
DECLARE key_of_tenant text;
BEGIN
  FOR key_of_tenant IN SELECT key FROM tenants LOOP
    PERFORM set_config('fretwork.tenant', key_of_tenant, true);
    UPDATE user_words SET words = own.words FROM (
      SELECT user_id, ' ' || string_agg(word, ' ' ORDER BY word) AS words FROM (
        SELECT user_id, word, row_number() OVER (PARTITION BY user_id ORDER BY word) AS place FROM user_words
      ) AS numbered WHERE place <= 12 GROUP BY user_id
    ) AS own WHERE own.user_id = user_words.user_id;
  END LOOP;
  PERFORM set_config('fretwork.tenant', '', true);
END $$;

-- Twelve words of forty letters are well below what a row of an index may hold.
ALTER TABLE user_words DROP CONSTRAINT user_words_pkey;
ALTER TABLE user_words ADD PRIMARY KEY (tenant, word, user_id) INCLUDE (public, words);
`,
} as const
