-- Who may execute what. Nobody but the owner touches a table of the book; a role that is admitted may
-- execute the functions of its kind, and which table it speaks for is written in `speakers`.

REVOKE ALL ON SCHEMA tapis FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA tapis FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA tapis FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tapis FROM PUBLIC;

-- The functions of the port that a kind of role may execute.
CREATE FUNCTION tapis.functions_of(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['hello', 'turned_away', 'read', 'meter', 'last', 'acts'] || CASE p_kind
    WHEN 'table' THEN ARRAY['probe', 'contribute', 'forgo', 'finish', 'claim', 'award', 'refuse', 'refund', 'correct', 'stop',
      'reopen']
    WHEN 'pit' THEN ARRAY['close_dead_round', 'correct', 'stop', 'reopen', 'ledger', 'unfinished']
    WHEN 'reader' THEN ARRAY['ledger', 'unfinished']
    WHEN 'simulation' THEN ARRAY['probe', 'contribute', 'forgo', 'finish', 'claim', 'award', 'refuse', 'refund',
      'close_dead_round', 'correct', 'stop', 'reopen', 'ledger', 'unfinished']
  END
$$;

-- The role may execute the functions of its kind and no other.
CREATE FUNCTION tapis.grant_to(p_role name, p_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE one regprocedure;
BEGIN
  EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tapis FROM %I', p_role);
  EXECUTE format('GRANT USAGE ON SCHEMA tapis TO %I', p_role);
  FOR one IN SELECT p.oid::regprocedure FROM pg_catalog.pg_proc p
      WHERE p.pronamespace = 'tapis'::regnamespace AND p.proname = ANY (tapis.functions_of(p_kind)) LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', one, p_role);
  END LOOP;
END $$;

-- The role speaks for this table (kind `table`), or is the pit's, a reader's, or a simulation's.
CREATE FUNCTION tapis.admit(p_role name, p_kind text, p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tapis.speakers (role_name, kind, table_name) VALUES (p_role, p_kind, p_table);
  PERFORM tapis.grant_to(p_role, p_kind);
END $$;

-- The role has no say any more; what it has written stays.
CREATE FUNCTION tapis.dismiss(p_role name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tapis.speakers WHERE role_name = p_role;
  EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tapis FROM %I', p_role);
  EXECUTE format('REVOKE ALL ON SCHEMA tapis FROM %I', p_role);
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA tapis FROM PUBLIC;
