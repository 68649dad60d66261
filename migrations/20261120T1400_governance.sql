-- The catalogue of designations that every organization starts with, and what lists of designations need.

-- What lists sort and group by: the category as the application folds it.
ALTER TABLE designations ADD COLUMN category_key text COLLATE "C" NOT NULL DEFAULT 'custom';

-- Who holds a designation is counted for every one of an organization.
CREATE INDEX organization_members_designation ON organization_members (org_id, designation_id)
  WHERE designation_id IS NOT NULL;
CREATE INDEX organization_invites_designation ON organization_invites (org_id, designation_id)
  WHERE designation_id IS NOT NULL AND status = 'pending';
CREATE INDEX project_members_designation ON project_members (org_id, designation_id)
  WHERE designation_id IS NOT NULL;

-- Ids are fixed: members keep them, and a later migration may name them. All texts are ASCII, which lower() folds alike
-- in every locale under "C".
INSERT INTO designations (org_id, designation_id, label, label_key, slug, category, category_key, aliases, legacy_value,
  sort_order, is_system, created_at, updated_at)
SELECT '00000000-0000-7000-8000-000000000000', designation_id, label, lower(label COLLATE "C"), slug, category,
  lower(category COLLATE "C"), aliases::text[], legacy_value, sort_order, true, '2026-11-20T14:00:00Z',
  '2026-11-20T14:00:00Z'
FROM (VALUES
  ('D0000000000000101', 'Chief Executive Officer', 'chief-executive-officer', 'Leadership', '{"CEO","Managing Director"}', 'ceo', 100),
  ('D0000000000000102', 'Chief Operating Officer', 'chief-operating-officer', 'Leadership', '{"COO"}', 'coo', 102),
  ('D0000000000000103', 'Chief Technology Officer', 'chief-technology-officer', 'Leadership', '{"CTO"}', 'cto', 104),
  ('D0000000000000104', 'Chief Financial Officer', 'chief-financial-officer', 'Leadership', '{"CFO"}', 'cfo', 106),
  ('D0000000000000105', 'Vice President', 'vice-president', 'Leadership', '{"VP"}', NULL, 108),
  ('D0000000000000106', 'Director', 'director', 'Leadership', '{}', 'director', 110),
  ('D0000000000000107', 'Head of Department', 'head-of-department', 'Leadership', '{"Department Head"}', 'department_head', 112),
  ('D0000000000000201', 'Product Manager', 'product-manager', 'Product', '{"PdM"}', 'product_manager', 200),
  ('D0000000000000202', 'Product Owner', 'product-owner', 'Product', '{"PO"}', 'product_owner', 202),
  ('D0000000000000203', 'Program Manager', 'program-manager', 'Product', '{"Programme Manager","PgM"}', NULL, 204),
  ('D0000000000000204', 'Project Manager', 'project-manager', 'Product', '{"PjM","Project Lead"}', 'project_manager', 206),
  ('D0000000000000205', 'Scrum Master', 'scrum-master', 'Product', '{"Agile Coach"}', 'scrum_master', 208),
  ('D0000000000000206', 'Business Analyst', 'business-analyst', 'Product', '{"BA"}', 'business_analyst', 210),
  ('D0000000000000301', 'Engineering Manager', 'engineering-manager', 'Engineering', '{"EM"}', NULL, 300),
  ('D0000000000000302', 'Software Architect', 'software-architect', 'Engineering', '{"Architect","Solution Architect"}', 'architect', 302),
  ('D0000000000000303', 'Tech Lead', 'tech-lead', 'Engineering', '{"Technical Lead","Lead Engineer","Lead Developer"}', 'tech_lead', 304),
  ('D0000000000000304', 'Software Engineer', 'software-engineer', 'Engineering', '{"SWE","Developer","Software Developer","Programmer"}', 'developer', 306),
  ('D0000000000000305', 'Frontend Engineer', 'frontend-engineer', 'Engineering', '{"Front-end Engineer","Frontend Developer"}', 'frontend_developer', 308),
  ('D0000000000000306', 'Backend Engineer', 'backend-engineer', 'Engineering', '{"Back-end Engineer","Backend Developer"}', 'backend_developer', 310),
  ('D0000000000000307', 'Full-Stack Engineer', 'full-stack-engineer', 'Engineering', '{"Full Stack Engineer","Full-Stack Developer"}', 'fullstack_developer', 312),
  ('D0000000000000308', 'Mobile Engineer', 'mobile-engineer', 'Engineering', '{"Mobile Developer","iOS Developer","Android Developer"}', 'mobile_developer', 314),
  ('D0000000000000309', 'Embedded Engineer', 'embedded-engineer', 'Engineering', '{"Firmware Engineer"}', NULL, 316),
  ('D0000000000000310', 'DevOps Engineer', 'devops-engineer', 'Engineering', '{"DevOps","Platform Engineer"}', 'devops', 318),
  ('D0000000000000311', 'Site Reliability Engineer', 'site-reliability-engineer', 'Engineering', '{"SRE"}', NULL, 320),
  ('D0000000000000312', 'Security Engineer', 'security-engineer', 'Engineering', '{"InfoSec Engineer"}', NULL, 322),
  ('D0000000000000401', 'QA Lead', 'qa-lead', 'Quality', '{"Test Lead","QA Manager"}', NULL, 400),
  ('D0000000000000402', 'QA Engineer', 'qa-engineer', 'Quality', '{"Tester","Test Engineer","Quality Engineer"}', 'tester', 402),
  ('D0000000000000403', 'Test Automation Engineer', 'test-automation-engineer', 'Quality', '{"SDET"}', NULL, 404),
  ('D0000000000000404', 'Release Manager', 'release-manager', 'Quality', '{}', NULL, 406),
  ('D0000000000000501', 'Design Lead', 'design-lead', 'Design', '{"Art Director"}', NULL, 500),
  ('D0000000000000502', 'Product Designer', 'product-designer', 'Design', '{"Designer"}', 'designer', 502),
  ('D0000000000000503', 'UX Designer', 'ux-designer', 'Design', '{"User Experience Designer"}', 'ux_designer', 504),
  ('D0000000000000504', 'UI Designer', 'ui-designer', 'Design', '{"User Interface Designer"}', 'ui_designer', 506),
  ('D0000000000000505', 'UX Researcher', 'ux-researcher', 'Design', '{"User Researcher"}', NULL, 508),
  ('D0000000000000506', 'Graphic Designer', 'graphic-designer', 'Design', '{"Illustrator"}', NULL, 510),
  ('D0000000000000507', 'Technical Writer', 'technical-writer', 'Design', '{"Documentation Writer"}', 'technical_writer', 512),
  ('D0000000000000601', 'Data Analyst', 'data-analyst', 'Data', '{}', 'data_analyst', 600),
  ('D0000000000000602', 'Data Engineer', 'data-engineer', 'Data', '{}', 'data_engineer', 602),
  ('D0000000000000603', 'Data Scientist', 'data-scientist', 'Data', '{}', 'data_scientist', 604),
  ('D0000000000000604', 'Machine Learning Engineer', 'machine-learning-engineer', 'Data', '{"ML Engineer","AI Engineer"}', NULL, 606),
  ('D0000000000000605', 'Database Administrator', 'database-administrator', 'Data', '{"DBA"}', 'dba', 608),
  ('D0000000000000701', 'Marketing Manager', 'marketing-manager', 'Marketing and Sales', '{}', 'marketing_manager', 700),
  ('D0000000000000702', 'Content Strategist', 'content-strategist', 'Marketing and Sales', '{"Content Writer","Copywriter"}', NULL, 702),
  ('D0000000000000703', 'Sales Manager', 'sales-manager', 'Marketing and Sales', '{"Sales Lead"}', 'sales_manager', 704),
  ('D0000000000000704', 'Account Manager', 'account-manager', 'Marketing and Sales', '{"Account Executive"}', 'account_manager', 706),
  ('D0000000000000705', 'Customer Success Manager', 'customer-success-manager', 'Marketing and Sales', '{"CSM"}', NULL, 708),
  ('D0000000000000706', 'Support Engineer', 'support-engineer', 'Marketing and Sales', '{"Customer Support","Support Agent"}', 'support', 710),
  ('D0000000000000801', 'Operations Manager', 'operations-manager', 'Operations', '{}', 'operations_manager', 800),
  ('D0000000000000802', 'IT Administrator', 'it-administrator', 'Operations', '{"System Administrator","Sysadmin"}', 'sysadmin', 802),
  ('D0000000000000803', 'HR Manager', 'hr-manager', 'Operations', '{"Human Resources Manager","People Manager"}', 'hr_manager', 804),
  ('D0000000000000804', 'Recruiter', 'recruiter', 'Operations', '{"Talent Acquisition"}', NULL, 806),
  ('D0000000000000805', 'Finance Manager', 'finance-manager', 'Operations', '{"Controller"}', NULL, 808),
  ('D0000000000000806', 'Accountant', 'accountant', 'Operations', '{"Bookkeeper"}', 'accountant', 810),
  ('D0000000000000807', 'Legal Counsel', 'legal-counsel', 'Operations', '{"Lawyer"}', NULL, 812),
  ('D0000000000000808', 'Assistant', 'assistant', 'Operations', '{"Executive Assistant","Office Manager"}', NULL, 814),
  ('D0000000000000901', 'Consultant', 'consultant', 'External', '{"Advisor"}', 'consultant', 900),
  ('D0000000000000902', 'Contractor', 'contractor', 'External', '{"Freelancer"}', 'contractor', 902),
  ('D0000000000000903', 'Client', 'client', 'External', '{"Customer"}', 'client', 904),
  ('D0000000000000904', 'Intern', 'intern', 'External', '{"Trainee","Working Student"}', 'intern', 906)
) AS shipped (designation_id, label, slug, category, aliases, legacy_value, sort_order);
